/** A request to an operation, and its response. */
export interface Example {
  /** The values of parameters in the path and in the query. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Default: 200. */
  readonly status?: number;
  /** A text, or the JSON body. Absent: the response has no body. */
  readonly response?: unknown;
}

/** The dataset of the examples. */
export const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,orders,PROD)';
export const tag = 'urn:li:tag:PII';
/** In ms since the epoch. */
export const time = 1_735_689_600_000;
export const properties = { name: 'orders', description: 'One row for each order.' };
export const snapshot = {
  'com.linkedin.metadata.snapshot.DatasetSnapshot': {
    urn: dataset,
    aspects: [{ 'com.linkedin.dataset.DatasetProperties': properties }],
  },
};
