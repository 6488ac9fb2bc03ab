import { findAspect } from '../stored-aspects.js';
import type { AspectLocks } from './aspect.js';

interface Named {
  readonly urn: string;
  readonly entityType: string;
  readonly name: string;
}

/** Further locks that a transaction must take before it writes an aspect. */
export const findLocks = ({ entityType, name }: Omit<Named, 'urn'>): AspectLocks =>
  findAspect(entityType, name)?.locks ?? {};

/** Returns the entities whose own tags aspects replace, and those whose columns' tags they replace. */
export const tagsReplacedBy = (aspects: readonly Named[]) => ({
  tagged: urnsWhere(aspects, 'entity'),
  edited: urnsWhere(aspects, 'columns'),
});

const urnsWhere = (aspects: readonly Named[], tagHolder: AspectLocks['tagHolder']) =>
  aspects.filter((one) => findLocks(one).tagHolder === tagHolder).map(({ urn }) => urn);
