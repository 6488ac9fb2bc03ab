import type { GlobalTags } from '../tags/tag-view.js';

/** An entity that is not a tag. */
export interface Entity {
  readonly urn: string;
  readonly type: string;
  readonly tags: GlobalTags | null;
}

/** What lists show of an entity: edited texts, unless they are empty, in place of the ingested texts. */
export interface Shown {
  readonly displayName: string;
  readonly description: string | null;
}

/** The fields of datasetProperties, containerProperties, chartInfo … that GraphQL shows. */
export interface Properties {
  readonly name: string | null;
  readonly description: string | null;
}

/** The fields of deprecation that GraphQL shows. */
export interface Deprecation {
  readonly deprecated: boolean;
  readonly note: string | null;
}

/** The actor and time of an operation, in ms since the epoch. */
export interface AuditStamp {
  readonly time: number;
  readonly actor: string | null;
}

/** The fields of viewProperties that GraphQL shows. */
export interface ViewProperties {
  readonly materialized: boolean;
  readonly logic: string;
  readonly formattedLogic: string | null;
  readonly language: string;
}

/** The fields of schemaMetadata that GraphQL shows besides the columns. */
export interface SchemaHeader {
  /** In ms since the epoch; null: there is none. */
  readonly writtenAt: number | null;
  readonly name: string;
  readonly platformUrn: string;
  readonly version: number;
  readonly cluster: string | null;
  readonly hash: string;
}

/** The fields of dataPlatformInfo that GraphQL shows. */
export interface PlatformProperties {
  /** RELATIONAL_DB, OTHERS …: GraphQL's PlatformType */
  readonly type: string;
  readonly displayName: string | null;
  readonly datasetNameDelimiter: string;
  readonly logoUrl: string | null;
}
