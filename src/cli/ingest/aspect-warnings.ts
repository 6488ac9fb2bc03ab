import { isKnownAspect } from '../../ingest/record-name.js';
import { isTimeseriesAspect } from '../../timeseries/timeseries-index.js';
import type { ProposalItem } from './item.js';

/** Warnings that one ingestion prints. */
const warningsMax = 20;

/** Returns a function that warns of names that no aspect of DataHub has, once for each name. */
export function aspectWarnings(info: (line: string) => void): (item: ProposalItem) => void {
  const warned = new Set<string>();
  return ({ location, aspectName }) => {
    if (warned.has(aspectName) || warned.size >= warningsMax) return;
    if (isTimeseriesAspect(aspectName) || isKnownAspect(aspectName)) return;
    warned.add(aspectName);
    info(`${location}: warning: DataHub has no aspect "${aspectName.slice(0, 100)}"; it is stored as it is`);
  };
}
