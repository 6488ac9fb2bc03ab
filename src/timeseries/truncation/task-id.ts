import { badRequest } from '../../core/errors.js';
import { integerParameter, readParameters, textParameter } from './parameters.js';

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
