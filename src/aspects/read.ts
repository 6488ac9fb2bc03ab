import type { Database } from '../db/database.js';
import { badRequest, notFound } from '../domain/errors.js';
import { keyAspectOf } from '../domain/key-aspect.js';
import { isTimeseriesAspect } from '../domain/timeseries.js';
import { type ParsedUrn, parseUrn, quoted } from '../domain/urn.js';
import { type AspectDocument, readDocuments } from './document-store.js';
import { keyDocument } from './key-document.js';
import { isAspectName } from './proposal.js';

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
  async function documentsOf(urn: ParsedUrn, names: readonly string[] | null): Promise<AspectDocument[]> {
    const documents = await readDocuments(query, [urn.urn], names);
    const keyName = keyAspectOf(urn.type);
    const hasKey = documents.some(({ name }) => name === keyName);
    const key = !hasKey && (names?.includes(keyName) ?? true) ? await keyDocument(query, urn) : null;
    return key ? [...documents, key] : documents;
  }

  return {
    async aspect(urn, name, version) {
      const parsed = parseUrn(urn);
      if (version !== 0) throw badRequest(`version is ${version}; only 0, the latest, is kept`);
      if (isTimeseriesAspect(name)) {
        throw badRequest(
          `${name} is a time series: ask POST /aspects?action=getTimeseriesAspectValues for it`,
        );
      }
      const [document] = isAspectName(name) ? await documentsOf(parsed, [name]) : [];
      if (!document) throw notFound(`${quoted(urn)} has no aspect ${quoted(name)}`);
      return document;
    },

    async entity(urn, names) {
      const parsed = parseUrn(urn);
      return {
        urn,
        entityName: parsed.type,
        aspects: await documentsOf(parsed, names?.filter(isAspectName) ?? null),
      };
    },
  };
}
