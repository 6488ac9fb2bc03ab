import { badRequest, notFound } from '../core/errors.js';
import { TooLarge } from '../core/too-large.js';
import { type ParsedUrn, parseUrn, quoted } from '../core/urn.js';
import type { Database } from '../db/database.js';
import { type AspectDocument, documentSizes, readDocuments } from '../metadata/document-store.js';
import { keyAspectOf } from '../metadata/key-aspect.js';
import { keyDocument } from '../metadata/key-document.js';
import { isTimeseriesAspect } from '../timeseries/timeseries-index.js';
import { isAspectName } from './proposal.js';

export interface EntityDocument {
  readonly urn: string;
  readonly entityName: string;
  readonly aspects: readonly AspectDocument[];
}

/** Reads aspects as JSON documents. Every active user may read them. */
export interface AspectReads {
  /** @throws NOT_FOUND, or BAD_REQUEST for a version other than 0, the latest */
  aspect(urn: string, name: string, version: number, admit: Admit): Promise<AspectDocument>;
  /** Returns no aspects for an unknown entity. @param names null for all aspects */
  entity(urn: string, names: readonly string[] | null, admit: Admit): Promise<EntityDocument>;
}

/** Called before aspects are read, with their size in bytes. */
export type Admit = (bytes: number) => Promise<void>;

export function aspectReads({ query }: Pick<Database, 'query'>, maxBytes: number): AspectReads {
  /** @throws TooLarge */
  async function checkSize({ urn }: ParsedUrn, names: readonly string[] | null, admit: Admit) {
    const sizes = await documentSizes(query, urn, names);
    const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
    if (total > maxBytes) {
      const largest = sizes.slice(0, 3).map(({ name, bytes }) => `${name} has ${bytes}`);
      const advice =
        names?.length === 1
          ? 'columns are read by the page over GraphQL'
          : 'ask for fewer, by aspects=List(…)';
      throw new TooLarge('The aspects take', maxBytes, `${largest.join(', ')}; ${advice}`);
    }
    await admit(total);
  }

  async function documentsOf(
    urn: ParsedUrn,
    names: readonly string[] | null,
    admit: Admit,
  ): Promise<AspectDocument[]> {
    await checkSize(urn, names, admit);
    const documents = await readDocuments(query, [urn.urn], names);
    const keyName = keyAspectOf(urn.type);
    const hasKey = documents.some(({ name }) => name === keyName);
    const key = !hasKey && (names?.includes(keyName) ?? true) ? await keyDocument(query, urn) : null;
    return key ? [...documents, key] : documents;
  }

  return {
    async aspect(urn, name, version, admit) {
      const parsed = parseUrn(urn);
      if (version !== 0) throw badRequest(`version is ${version}; only 0, the latest, is kept`);
      if (isTimeseriesAspect(name)) {
        throw badRequest(
          `${name} is a time series: ask POST /aspects?action=getTimeseriesAspectValues for it`,
        );
      }
      const [document] = isAspectName(name) ? await documentsOf(parsed, [name], admit) : [];
      if (!document) throw notFound(`${quoted(urn)} has no aspect ${quoted(name)}`);
      return document;
    },

    async entity(urn, names, admit) {
      const parsed = parseUrn(urn);
      return {
        urn,
        entityName: parsed.type,
        aspects: await documentsOf(parsed, names?.filter(isAspectName) ?? null, admit),
      };
    },
  };
}
