import { findAspect } from '../stored-aspects.js';
import type { AspectLocks } from './aspect.js';

/** Further locks that a transaction must take before it writes an aspect. */
export const findLocks = (entityType: string, name: string): AspectLocks =>
  findAspect(entityType, name)?.locks ?? {};
