import type { AspectKey } from '../../aspects/aspect.js';
import type { Json } from '../../json/lossless-json.js';
import { aspectKey } from '../apply-proposals.js';

export interface StoredAspect {
  readonly value: Readonly<Json>;
  readonly systemMetadata: Json | null;
}

/** The stored aspects that the changes of an event depend on. */
export type Stored = ReadonlyMap<string, StoredAspect>;

export const storedKey = ({ urn, name }: AspectKey) => aspectKey(urn, name);

/** The source of what an event writes, in the aspect's system metadata. */
export const source = 'openlineage';

/** Whether an event has written an aspect last. */
export const isOwn = ({ systemMetadata }: StoredAspect): boolean => systemMetadata?.pipelineName === source;

export const findStored = (stored: Stored, urn: string, name: string): StoredAspect | null =>
  stored.get(aspectKey(urn, name)) ?? null;
