/**
 * A JSON text as it is safe on a terminal and in a log: what `JSON.stringify` leaves as it is and a terminal would obey or
 * hide (C1 controls, bidi controls, tags, invisible characters, noncharacters) is escaped (bug-log 55). It reads back as
 * the same value.
 */
export const jsonShown = (json: string): string => json.replace(hidden, (character) =>
  [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''))

const hidden = /[\u007f-\u009f\u2028\u2029]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Noncharacter_Code_Point}/gu
