import { entityTypeName } from '../../../datahub/entity-types.js';
import { taggable as taggableTypes } from '../../../urn/taggable.js';
import type { Rights } from '../../api/use-rights.js';
import { type Privilege, privilegeText } from '../../model/privileges.js';

export const taggable: ReadonlySet<string> = new Set(taggableTypes.map(entityTypeName));
export const describable: ReadonlySet<string> = new Set(['DATASET', 'CONTAINER']);

const acts: readonly [act: string, needs: Privilege, isFor: (type: string) => boolean][] = [
  ['Editing its tags', 'EDIT_ENTITY_TAGS', (type) => taggable.has(type)],
  ['Describing it', 'EDIT_ENTITY_DOCS', (type) => describable.has(type)],
  ['Editing the tags of its columns', 'EDIT_DATASET_COL_TAGS', (type) => type === 'DATASET'],
  ['Describing its columns', 'EDIT_DATASET_COL_DESCRIPTION', (type) => type === 'DATASET'],
];

/** Names the privileges that are missing for what the page does not offer. */
export function Lacks({ type, rights }: { type: string; rights: Rights }) {
  const missing = acts.filter(([, needs, isFor]) => isFor(type) && rights.isKnown && !rights.may(needs));
  if (missing.length === 0) return null;
  return (
    <details class="soft">
      <summary>Missing permissions</summary>
      <ul>
        {missing.map(([act, needs]) => (
          <li key={act}>
            {act} needs {privilegeText(needs)}.
          </li>
        ))}
      </ul>
    </details>
  );
}
