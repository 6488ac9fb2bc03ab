import type { Place } from './request.js';

/** A page of places is one batch, which takes 1,000 at most. */
export const placesPerPage = 100;

export const placeKey = ({ entity, fieldPath }: Place): string => `${entity.urn} ${fieldPath ?? ''}`;

/** Returns a path of version 2 without what describes types. */
export const simplePath = (path: string): string => path.replace(/\[[^\]]*\]\.?/g, '');
