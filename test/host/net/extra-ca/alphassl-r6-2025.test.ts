import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { expect, it } from 'vitest'
import { alphaSslR62025 } from '../../../../src/host/net/extra-ca/alphassl-r6-2025.ts'
import { missingIntermediates } from '../../../../src/host/net/extra-ca/missing-intermediates.ts'
import { shippedCaEnds, shippedCaState } from '../../../../src/rules/shipped-ca.ts'

const shipped = new X509Certificate(alphaSslR62025)

it('the certificate that is shipped is GlobalSign GCC R6 AlphaSSL CA 2025, an intermediate CA signed by a root that Node has', () => {
  expect(shipped.fingerprint256).toBe('A8:83:55:92:31:F8:38:8D:AF:35:CE:41:C8:10:10:40:AE:8F:D9:B6:56:43:42:47:B9:47:5A:F5:92:CC:08:CA')
  expect(shipped.ca).toBe(true)
  const root = rootCertificates.map((pem) => new X509Certificate(pem)).find((one) => shipped.checkIssued(one))
  expect(root?.subject).toContain('GlobalSign Root CA - R6')
  expect(root !== undefined && shipped.verify(root.publicKey)).toBe(true)
})

it('it is at hand for course.pku.edu.cn and for no other host', () => {
  expect(Object.keys(missingIntermediates)).toEqual(['course.pku.edu.cn'])
})

it('doctor speaks of its end from 60 days before, by the date that stands in it', () => {
  expect(Date.parse(shipped.validTo)).toBe(shippedCaEnds)
  const day = 86_400_000
  expect([61, 60, 1, 0, -1].map((days) => shippedCaState(shippedCaEnds - days * day))).toEqual(['fine', 'ends-soon', 'ends-soon', 'ended', 'ended'])
})
