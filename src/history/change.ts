import type { categories, operations } from '../datahub/change-kinds.js';
import { hiddenEntityTypes } from '../visibility/secrets.js';

export type Category = (typeof categories)[number];
export type Operation = (typeof operations)[number];

/** One change of an entity or a column. */
export interface Change {
  readonly entityUrn: string;
  /** The column; empty: the entity itself. */
  readonly fieldPath: string;
  /** Null: the entity came or went. */
  readonly aspect: string | null;
  readonly category: Category;
  readonly operation: Operation;
  /** What was added, removed or changed, such as the URN of a tag. */
  readonly modifier: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly runId: string | null;
  /** JSON text of the associations of a tag that came or went; null: of another change, without members, or unknown. */
  readonly detail?: string | null;
  /** Whether a value or the associations were too long to be stored. */
  readonly isCut?: boolean;
}

/** Types of entities whose changes the history does not have: changes of access are in the audit, others are hidden. */
export const unrecordedTypes: ReadonlySet<string> = new Set(['corpuser', 'corpGroup', ...hiddenEntityTypes]);

export const isRecordedType = (entityType: string): boolean => !unrecordedTypes.has(entityType);

/** The aspects whose tags people edit. Their associations are rows, and are recorded with all that undo restores. */
export const editedTagAspects: readonly (string | null)[] = ['globalTags', 'editableSchemaMetadata'];

/** Bytes of a value that is stored. A change with a longer one cannot be undone. */
export const maxValueBytes = 4_096;

/** Bytes of the associations of a tag on one place that are stored. A change with more cannot be undone. */
export const maxDetailBytes = 16_384;

/** Characters that are stored of a modifier, such as an address, and of the id of a run. No URN is longer. */
export const maxModifierLength = 1_024;
export const maxRunIdLength = 255;
