/** Grants privileges to users. A user has only the privileges that active policies grant. */
export interface Policy {
  readonly id: string;
  readonly name: string;
  readonly type: 'PLATFORM' | 'METADATA';
  readonly state: 'ACTIVE' | 'INACTIVE';
  readonly privileges: readonly string[];
  readonly actors: { readonly allUsers: boolean; readonly users: readonly string[] };
  /** METADATA only. A null type matches every type; an empty list matches every entity of the type. */
  readonly resources: { readonly type: string | null; readonly urns: readonly string[] };
}

/** The entity that a privilege is needed for. */
export interface Resource {
  readonly type: string;
  readonly urn: string;
}
