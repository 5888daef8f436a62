/** A plugin whole, with what a manifest may have beside its tools: read and run by the test of the page. */
export const wholeManifest = `---
plugin: rooms-today
version: 1.0.0
name: { zh: 今日教室, en: Rooms today }
summary: { zh: 看今天的教室, en: Shows the rooms of today }
scopes: [open]
settings:
  seats: { type: integer, minimum: 1, default: 40, title: { zh: 至少几座, en: Least seats } }
widgets: { today: today.json }
shortcuts:
  - { title: { zh: 大教室, en: Large rooms }, tool: list, args: { seats: 100 } }
tools:
  list:
    description: { zh: 今天的教室, en: Rooms of today }
    effect: read
    input:
      type: object
      required: [building]
      properties:
        building: { type: string, enum: [理教, 二教], default: 理教 }
        seats: { type: integer, default: "\${{ settings.seats }}" }
        word: { type: string, maxLength: 20 }
    output:
      type: array
      items: { type: object, properties: { room: { type: string, maxLength: 40 }, seats: { type: integer } }, required: [room, seats] }
    steps:
      - request: { service: open, path: /record, query: { building: "\${{ input.building }}" } }
        as: page
      - extract: { from: page.json, path: "$.rows", required: true }
        as: rows
      - each:
          in: rows
          as: row
          keep: row.seats >= input.seats && (input.word == null || input.word in row.room)
          yield: { room: "\${{ row.room }}", seats: "\${{ row.seats }}" }
        as: kept
      - return: "\${{ kept }}"
---
\`list\` gives the rooms of one building.
`

export const wholeWidget = `{
  "tool": "list",
  "args": { "building": "二教" },
  "root": "all",
  "components": [
    { "id": "all", "component": { "Column": { "children": { "explicitList": ["head", "rooms"] } } } },
    { "id": "head", "component": { "Text": { "text": { "literalString": { "zh": "今天", "en": "Today" } }, "usageHint": "h2" } } },
    { "id": "rooms", "component": { "List": { "children": { "template": { "componentId": "room", "dataBinding": "/" } } } } },
    { "id": "room", "component": { "Row": { "children": { "explicitList": ["name", "seats"] } } } },
    { "id": "name", "component": { "Text": { "text": { "path": "room" } } } },
    { "id": "seats", "component": { "Field": { "label": { "literalString": { "zh": "座位", "en": "Seats" } }, "text": { "path": "seats" } } } }
  ]
}`
