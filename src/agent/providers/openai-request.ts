import type { ModelMessage, ModelRequest } from '../model.ts'

/** The body of a chat completion in the OpenAI dialect: exactly the request, and nothing behind it. */
export function openaiBody(request: ModelRequest, model: string): string {
  const tools = request.tools.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }))
  return JSON.stringify({
    model, stream: true, stream_options: { include_usage: true }, messages: request.messages.map(openaiMessage), ...(tools.length ? { tools } : {}),
  })
}

function openaiMessage(message: ModelMessage) {
  switch (message.role) {
    case 'system':
    case 'user': return { role: message.role, content: message.content }
    case 'tool': return { role: 'tool', tool_call_id: message.callId, content: message.content }
    case 'assistant': {
      const calls = message.calls.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: args } }))
      return { role: 'assistant', content: message.content, ...(calls.length ? { tool_calls: calls } : {}) }
    }
  }
}
