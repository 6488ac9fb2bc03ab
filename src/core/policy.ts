/** A rule that grants privileges to users; nobody has a privilege that no active policy grants. */
export interface Policy {
  readonly id: string;
  readonly name: string;
  readonly type: 'PLATFORM' | 'METADATA';
  readonly state: 'ACTIVE' | 'INACTIVE';
  readonly privileges: readonly string[];
  readonly actors: { readonly allUsers: boolean; readonly users: readonly string[] };
  /** METADATA only. A null type covers every type; no URNs cover every entity of the type. */
  readonly resources: { readonly type: string | null; readonly urns: readonly string[] };
}

/** The entity that a privilege is wanted over. */
export interface Resource {
  readonly type: string;
  readonly urn: string;
}
