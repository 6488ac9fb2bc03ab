import { toMap } from '../../core/to-map.js';
import { actionExamples } from './action-examples.js';
import type { Example } from './example.js';
import { pathExamples } from './path-examples.js';

const examples = toMap({ ...actionExamples, ...pathExamples });

/** Returns the example of an operation; undefined: it has none, which a test refuses. */
export const findExample = (method: string, path: string, action?: string): Example | undefined =>
  examples.get(`${method.toUpperCase()} ${path}${action === undefined ? '' : `?action=${action}`}`);
