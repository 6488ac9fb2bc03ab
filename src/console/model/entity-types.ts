import type { Listed } from './listed-entity.js';

/** The names of types that people look for. Others are shown as the wire has them. */
const names: Readonly<Record<string, readonly [one: string, many: string]>> = {
  CHART: ['Chart', 'Charts'],
  CONTAINER: ['Container', 'Containers'],
  CORP_GROUP: ['Group', 'Groups'],
  CORP_USER: ['User', 'Users'],
  DASHBOARD: ['Dashboard', 'Dashboards'],
  DATA_FLOW: ['Data flow', 'Data flows'],
  DATA_JOB: ['Data job', 'Data jobs'],
  DATA_PLATFORM: ['Platform', 'Platforms'],
  DATA_PLATFORM_INSTANCE: ['Platform instance', 'Platform instances'],
  DATA_PROCESS_INSTANCE: ['Run', 'Runs'],
  DATA_PRODUCT: ['Data product', 'Data products'],
  DATASET: ['Dataset', 'Datasets'],
  DOMAIN: ['Domain', 'Domains'],
  GLOSSARY_NODE: ['Term group', 'Term groups'],
  GLOSSARY_TERM: ['Glossary term', 'Glossary terms'],
  MLFEATURE: ['ML feature', 'ML features'],
  MLFEATURE_TABLE: ['ML feature table', 'ML feature tables'],
  MLMODEL: ['ML model', 'ML models'],
  MLMODEL_GROUP: ['ML model group', 'ML model groups'],
  TAG: ['Tag', 'Tags'],
};

const fromWire = (type: string) => {
  const words = type.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** @param type as in `DATA_JOB` */
export const typeName = (type: string): string => names[type]?.[0] ?? fromWire(type);

/** @param type as in `DATA_JOB` */
export const typeNames = (type: string): string => names[type]?.[1] ?? fromWire(type);

/** Returns the type of an entity as its platform calls it, as in "View". */
export const shownType = ({ type, subTypes }: Pick<Listed, 'type' | 'subTypes'>): string =>
  subTypes?.typeNames?.[0] ?? typeName(type);
