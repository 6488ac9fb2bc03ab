import type { Database } from '../db/database.js';
import { badRequest, notFound } from '../domain/errors.js';
import { isTimeseriesAspect } from '../domain/timeseries.js';
import { parseUrn, quoted } from '../domain/urn.js';
import { type AspectDocument, readDocuments } from './document-store.js';

export interface EntityDocument {
  readonly urn: string;
  readonly entityName: string;
  readonly aspects: readonly AspectDocument[];
}

/** Aspects as JSON documents, for any valid caller. */
export interface AspectReads {
  /** @throws NOT_FOUND, BAD_REQUEST: there is no version but 0, the latest */
  aspect(urn: string, name: string, version: number): Promise<AspectDocument>;
  /** An unknown entity has no aspects. @param names null for all */
  entity(urn: string, names: readonly string[] | null): Promise<EntityDocument>;
}

export function aspectReads({ query }: Database): AspectReads {
  return {
    async aspect(urn, name, version) {
      parseUrn(urn);
      if (version !== 0) throw badRequest(`version is ${version}; only 0, the latest, is kept`);
      if (isTimeseriesAspect(name)) {
        throw badRequest(
          `${name} is a time series: ask POST /aspects?action=getTimeseriesAspectValues for it`,
        );
      }
      const [document] = await readDocuments(query, [urn], [name]);
      if (!document) throw notFound(`${quoted(urn)} has no aspect ${quoted(name)}`);
      return document;
    },

    async entity(urn, names) {
      const { type } = parseUrn(urn);
      return { urn, entityName: type, aspects: await readDocuments(query, [urn], names) };
    },
  };
}
