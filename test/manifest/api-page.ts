import { schema } from '../../src/graphql/schema/schema.js';
import { isGraphql, operations, type Request } from './operations.js';

/** What differs each time, by the name of the member. */
export const varying: Readonly<Record<string, unknown>> = {
  sizeMb: 0.1,
  sizeInMb: 0.1,
  tokenId: '0123456789abcdefg',
  timestamp: 1_735_689_600_000,
  offsetId: 'offset of the next request',
  nextScrollId: 'offset of the next request',
  telemetryTraceId: 'id of the request',
  userAgent: 'curl/8.5.0',
  token: 'the text of an access token',
  info: { title: 'Metadata catalog' },
  paths: {},
  security: [],
  components: {},
};

/** The names in the examples, by those that the tests give. */
const shownNames = [
  ['hive,ann,PROD', 'hive,orders,PROD'],
  ['"name":"ann"', '"name":"orders"'],
  ['deleted-of-ann', 'legacy'],
  ['user-of-ann', 'bea'],
  ['corpGroup:of-ann', 'corpGroup:analysts'],
  ['container:of-ann', 'container:sales'],
  ['of-ann', 'pii'],
  ['hive%2Cann%2CPROD', 'hive%2Corders%2CPROD'],
  ['"name":"x"', '"name":"nightly"'],
  ['"displayName":"x"', '"displayName":"Nightly"'],
  ['"description":"x"', '"description":"One row for each order."'],
  ['"title":"x"', '"title":"Analyst"'],
] as const;

export const withShownNames = (text: string) =>
  shownNames
    .reduce((before, [name, shown]) => before.replaceAll(name, shown), text)
    // A new one each time.
    .replace(/\bmade-\d+/g, 'carol')
    .replace(/\bnamed-\d+/g, 'marketing');

/** A request that was sent. */
export interface Sent {
  readonly request: Request;
  readonly status: number;
  /** A text, or the JSON body. Absent: the response has no body. */
  readonly response?: unknown;
}

const width = 110;

/** Writes JSON with the members of an object beside each other where they fit. */
function write(value: unknown, indent = ''): string {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]): [name: string, member: unknown] => [
    isList ? '' : `${JSON.stringify(key)}: `,
    member,
  ]);
  const [open, close] = isList ? '[]' : '{}';
  const line = `${open}${members.map(([name, member]) => name + write(member, ' '.repeat(width))).join(', ')}${close}`;
  if (indent.length >= width || indent.length + line.length <= width) return line;
  const inner = `${indent}  `;
  return `${open}\n${members.map(([name, member]) => `${inner}${name}${write(member, inner)}`).join(',\n')}\n${indent}${close}`;
}

/** Members whose values differ each time, which the page shows as `…`, and texts of that kind in others. */
const hidden = new Set([
  ...Object.keys(varying),
  ...['accessToken', 'secret', 'version', 'nodeVersion', 'uptimeSeconds', 'eventLoopDelayMillis'],
]);
const differing =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=")\d{13}-\d+(?=")|(?<=")(?=[A-Za-z]*\d)[0-9A-Za-z]{17}(?=")/g;

const toShown = (value: unknown): unknown => {
  const text = JSON.stringify(value, (key, member) => (hidden.has(key) ? '…' : member));
  return JSON.parse(withShownNames(text).replace(differing, '…'));
};

/** Returns the command that sends a request. */
function toCommand({ method, url, payload, headers = {} }: Request): string {
  const isRead = method === 'GET' && !payload;
  const options = [
    ...(isRead || (method === 'POST' && payload) ? [] : [`-X ${method}`]),
    `"$CATALOG${withShownNames(url)}"`,
    '-H "Authorization: Bearer $TOKEN"',
    ...Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(payload ? [`-H 'Content-Type: application/json' -d '${write(toShown(payload))}'`] : []),
  ];
  return `curl -s ${options.join(' ')}`;
}

const roots = { query: schema.getQueryType()!, mutation: schema.getMutationType()! };

/** Returns the description of an operation of GraphQL. */
export function describeField(name: string): string | null | undefined {
  const [kind = '', field = ''] = name.split(' ');
  return roots[kind as keyof typeof roots].getFields()[field]!.description;
}

/** Returns who may send it, and what the audit says of it. */
function describeRules(name: string): string {
  const { privileges = [], ownPrivileges, isPublic, events = [] } = operations[name]!;
  const list = (names: readonly string[], or: string) => names.map((one) => `\`${one}\``).join(or);
  const rights = privileges.length > 0 ? `Privilege: ${list(privileges, ' or ')}` : 'Every user may send it';
  const own = ownPrivileges?.length ? `; for what is the caller's own: ${list(ownPrivileges, ' or ')}` : '';
  const shown = events.length > 4 ? 'those of [audit.md](audit.md)' : list(events, ', ');
  const audit = events.length > 0 ? ` Audit events: ${shown}.` : '';
  return isPublic ? 'It needs no token.' : `${rights}${own}.${audit}`;
}

const wrap = (text: string) => text.replace(/(.{1,120})(?: |$)/g, '$1\n').trim();

/** Returns the block of a page that shows a response. */
const writeResponse = (response: unknown): string =>
  typeof response === 'string'
    ? `\`\`\`\n${response.trim()}\n\`\`\``
    : `\`\`\`json\n${write(toShown(response))}\n\`\`\``;

/** Returns the part of docs/api-examples.md about an operation. @param description what it does, in the words of its reference */
export function printOperation(name: string, description: string, { request, response }: Sent): string {
  const blocks = [
    `\`\`\`bash\n${toCommand(request)}\n\`\`\``,
    ...(response === undefined ? [] : [writeResponse(response)]),
  ];
  const title = isGraphql(name) ? name.split(' ')[1]! : name;
  return `### ${title}\n\n${wrap(`${description.replace(/([^.])$/, '$1.')} ${describeRules(name)}`)}\n\n${blocks.join('\n')}`;
}
