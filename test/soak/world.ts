import { column, containerUrn, datasetUrn, tagUrn } from '../support/metadata.js';
import type { Choose } from '../support/random.js';

// Few entities, so that callers meet.
export const datasets = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => datasetUrn(`soak.${id}`));
export const containers = ['a', 'b'].map((id) => containerUrn(`soak_${id}`));
/** Their lineage is drawn by people alone. */
export const jobs = ['a', 'b'].map((id) => `urn:li:dataJob:(urn:li:dataFlow:(airflow,soak,PROD),${id})`);
/** What stewards' edits name. They stay. */
export const people = ['a', 'b', 'c'].map((id) => `urn:li:corpuser:soak_owner_${id}`);
export const domains = ['a', 'b'].map((id) => `urn:li:domain:soak_${id}`);
export const terms = ['a', 'b', 'c'].map((id) => `urn:li:glossaryTerm:soak_${id}`);
export const links = ['a', 'b'].map((id) => `https://wiki.example.com/soak/${id}`);
export const assets = [...datasets, ...containers];
export const columns = ['id', 'mail'];
/** Tags that stay, and tags that are deleted, restored and made again. */
export const tags = ['soak_0', 'soak_1', 'soak_2', 'soak_3'].map(tagUrn);
export const mortalTags = ['soak_mortal_0', 'soak_mortal_1'].map(tagUrn);

/** An entity or one of its columns. */
export interface Place {
  readonly resourceUrn: string;
  readonly subResourceType?: 'DATASET_FIELD';
  readonly subResource?: string;
}

export function place({ pick, below }: Choose): Place {
  const resourceUrn = pick(assets);
  const isColumn = datasets.includes(resourceUrn) && below(3) === 0;
  return { resourceUrn, ...(isColumn && (column(pick(columns)) as object)) };
}

/** One to `most` different places. */
export function places(choose: Choose, most: number): Place[] {
  const found = Array.from({ length: 1 + choose.below(most) }, () => place(choose));
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}

export const anyTag = ({ pick, below }: Choose): string => pick(below(8) === 0 ? mortalTags : tags);
