import { lineageTypes } from '../../../datahub/lineage.js';
import { memberField } from '../../model/members.js';
import { urnType } from '../../model/urn.js';
import type { Part } from './part.js';
import type { Facts, ShownEntity } from './request.js';

export const loadColumns = () => import('./columns/columns.js').then(({ Columns }) => Columns);
const loadHistory = () => import('../history/history.js').then(({ History }) => History);
const loadLineage = () => import('../lineage/lineage.js').then(({ Lineage }) => Lineage);
const loadProfiles = () => import('./profiles/profiles.js').then(({ ProfilesPart }) => ProfilesPart);
const loadRelated = () => import('./related.js').then(({ Related }) => Related);

/** What the last part is called, by type. */
const relatedTexts: Readonly<Record<string, string>> = {
  DATASET: 'Related',
  CONTAINER: 'Contents',
  DATA_FLOW: 'Jobs',
  DASHBOARD: 'Charts',
  CHART: 'Dashboards',
};

/** Returns the parts of an entity's page. The first is shown below the description, beside the panel. */
export function listParts(entity: ShownEntity, facts: Facts): readonly Part[] {
  const { urn, type } = entity;
  const isDataset = type === 'DATASET';
  const related: Part = {
    name: 'related',
    text: relatedTexts[type] ?? (memberField(urn) ? 'Entities' : 'About'),
    count: isDataset ? facts('siblings').length : undefined,
    load: loadRelated,
  };
  return [
    ...(isDataset ? [{ name: 'columns', text: 'Columns', load: loadColumns }] : [related]),
    ...(lineageTypes.has(urnType(urn)) ? [{ name: 'lineage', text: 'Lineage', load: loadLineage }] : []),
    ...(isDataset ? [{ name: 'profiles', text: 'Profiles', load: loadProfiles }] : []),
    { name: 'history', text: 'History', load: loadHistory },
    ...(isDataset ? [related] : []),
  ];
}
