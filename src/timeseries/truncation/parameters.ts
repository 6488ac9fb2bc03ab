import { badRequest } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';

/** The members of a JSON object. A null member counts as absent. */
export type Parameters = Readonly<Record<string, unknown>>;

/** @throws BAD_REQUEST */
export function readParameters(body: unknown): Parameters {
  if (body === undefined) return {};
  if (body !== null && typeof body === 'object' && !Array.isArray(body)) return body as Parameters;
  throw badRequest('The body should be a JSON object of parameters.');
}

/** @throws BAD_REQUEST */
export function required<T>(name: string, value: T | null): T {
  if (value === null) throw badRequest(`Parameter '${name}' is required.`);
  return value;
}

export function textParameter(parameters: Parameters, name: string): string | null {
  const value = parameters[name] ?? null;
  if (value === null || typeof value === 'string') return value;
  throw wrong(name, value, 'text');
}

/** Accepts a whole number also as text, because shell scripts send it this way. */
export function integerParameter(
  parameters: Parameters,
  name: string,
  { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = {},
): number | null {
  const value = parameters[name] ?? null;
  if (value === null) return null;
  const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(number) && (number as number) >= min && (number as number) <= max) {
    return number as number;
  }
  const bounded = min > Number.MIN_SAFE_INTEGER;
  throw wrong(name, value, bounded ? `a whole number from ${min} to ${max}` : 'a whole number');
}

export function flagParameter(parameters: Parameters, name: string): boolean | null {
  const value = parameters[name] ?? null;
  if (value === null || typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw wrong(name, value, 'true or false');
}

const wrong = (name: string, value: unknown, expected: string) =>
  badRequest(
    `${name} is ${quoted(typeof value === 'string' ? value : JSON.stringify(value))}; expected ${expected}.`,
  );

/** The id of a task for DataHub's clients, written `<node>:<number>`. */
export interface TaskId {
  readonly node: string;
  readonly number: bigint;
}

/** One node for all replicas, because every replica can return every task. */
export const node = 'catalog';

export const formatTaskId = ({ node, number }: TaskId): string => `${node}:${number}`;

const maxLong = 2n ** 63n - 1n;

/** Reads the task id of getEsTaskStatus from `task`, or from `nodeId` and `taskId`. @throws BAD_REQUEST */
export function readTaskId(body: unknown): TaskId {
  const given = readParameters(body);
  const task = textParameter(given, 'task');
  const parts = composedId(textParameter(given, 'nodeId'), integerParameter(given, 'taskId'));
  if (task === null && parts === null) {
    throw badRequest('Please specify either Node ID + task ID OR composite task parameters');
  }
  if (task !== null && parts !== null && task !== parts) {
    throw badRequest('Please specify only one of Node ID + task ID OR composite task parameters');
  }
  return parseTaskId(task ?? parts!);
}

const composedId = (nodeId: string | null, taskId: number | null) =>
  nodeId !== null && taskId !== null && taskId > 0 ? `${nodeId}:${taskId}` : null;

function parseTaskId(task: string): TaskId {
  const [, node, digits] = /^([a-zA-Z0-9_-]+):([0-9]{1,30})$/.exec(task) ?? [];
  const number = BigInt(digits ?? 0);
  if (node === undefined || number === 0n || number > maxLong) {
    throw badRequest(
      `Task should be in the form nodeId:taskId e.g. aB1cdEf2GHIJKLMnoPQr3S:123456 (got ${task.slice(0, 100)})`,
    );
  }
  return { node, number };
}
