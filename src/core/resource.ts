/** In place of an entity's containers: asks whether any containers could give a right. */
export const anyContainers = Symbol('any containers');

/** The entity that a privilege is needed for. */
export interface Resource {
  readonly type: string;
  readonly urn: string;
  /** The containers that it is in, directly or not. Default: none. */
  readonly containers?: readonly string[] | typeof anyContainers;
}
