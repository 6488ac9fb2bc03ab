import type { Rights } from '../../api/use-rights.js';
import { privilegeText } from '../../model/privileges.js';
import { columnDescriptionNeeds, columnTagsNeed, descriptionNeeds, entityTagsNeed } from './change-tags.js';

export const taggable: ReadonlySet<string> = new Set([
  'DATASET',
  'CONTAINER',
  'CHART',
  'DASHBOARD',
  'DATA_JOB',
  'DATA_FLOW',
]);
export const describable: ReadonlySet<string> = new Set(['DATASET', 'CONTAINER']);

const acts: readonly [act: string, needs: readonly string[], isFor: (type: string) => boolean][] = [
  ['Editing its tags', entityTagsNeed, (type) => taggable.has(type)],
  ['Describing it', descriptionNeeds, (type) => describable.has(type)],
  ['Editing the tags of its columns', columnTagsNeed, (type) => type === 'DATASET'],
  ['Describing its columns', columnDescriptionNeeds, (type) => type === 'DATASET'],
];

/** Names the privileges that are missing for what the page does not offer. */
export function Lacks({ type, rights }: { type: string; rights: Rights }) {
  const missing = acts.filter(([, needs, isFor]) => isFor(type) && rights.isKnown && !rights.may(...needs));
  if (missing.length === 0) return null;
  return (
    <details class="soft">
      <summary>What you may not do here</summary>
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
