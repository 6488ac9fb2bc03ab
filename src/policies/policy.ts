/** Grants privileges to users. A user has only the privileges that active policies grant. */
export interface Policy {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly type: 'PLATFORM' | 'METADATA';
  readonly state: 'ACTIVE' | 'INACTIVE' | 'DRAFT';
  readonly privileges: readonly string[];
  readonly actors: PolicyActors;
  /** METADATA only. */
  readonly resources: PolicyResources;
}

export interface PolicyActors {
  readonly allUsers: boolean;
  readonly users: readonly string[];
  /** Members of any group. */
  readonly allGroups?: boolean;
  readonly groups?: readonly string[];
}

export interface PolicyResources {
  /** Null matches every type. */
  readonly type: string | null;
  readonly urns: readonly string[];
  /** Whether the URNs do not narrow the policy. Default: when there are none. */
  readonly allResources?: boolean | null;
  /** In place of the others; all of them must match. */
  readonly criteria?: readonly Criterion[] | null;
  /** Whether the policy has constraints that are not evaluated here, so that it covers nothing. */
  readonly isConstrained?: boolean;
}

/** One of its values must match. */
export interface Criterion {
  readonly field: string;
  readonly values: readonly string[];
  /** Default: EQUALS. */
  readonly condition?: string | null | undefined;
}
