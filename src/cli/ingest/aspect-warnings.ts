import { aspectNameProblem } from '../../ingest/known-names.js';
import type { ProposalItem } from './item.js';

/** Warnings that one ingestion prints. */
const warningsMax = 20;

/** Returns a function that warns of names that no aspect of DataHub has, once for each name. */
export function aspectWarnings(info: (line: string) => void): (item: ProposalItem) => void {
  const warned = new Set<string>();
  return ({ location, aspectName }) => {
    if (warned.has(aspectName) || warned.size >= warningsMax) return;
    const problem = aspectNameProblem(aspectName);
    if (problem === null) return;
    warned.add(aspectName);
    info(`${location}: warning: ${problem}; catalogs store it only with ASPECTS_UNKNOWN=store`);
  };
}
