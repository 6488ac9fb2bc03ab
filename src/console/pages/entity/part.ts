import type { ComponentType } from 'preact';
import type { Rights } from '../../api/use-rights.js';
import type { Facts, ShownEntity } from './request.js';

export interface PartProps {
  entity: ShownEntity;
  facts: Facts;
  rights: Rights;
  /** The text by which the columns are filtered at first. */
  column: string;
}

export interface Part {
  /** In the address, as `?part=`. */
  readonly name: string;
  readonly text: string;
  /** Shown beside the text. */
  readonly count?: number | undefined;
  load(): Promise<ComponentType<PartProps>>;
}
