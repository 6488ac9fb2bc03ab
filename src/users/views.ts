/** A user of the catalog, or a user that is metadata only. */
export interface User {
  readonly urn: string;
  /** Null when the user is metadata only, and never was or no longer is a user of the catalog. */
  readonly state: 'ACTIVE' | 'SUSPENDED' | null;
  readonly createdAt: number | null;
  readonly createdBy: string | null;
  /** When its properties were last written. */
  readonly updatedAt: number | null;
  readonly displayName: string | null;
  readonly fullName: string | null;
  readonly title: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly departmentName: string | null;
  readonly countryCode: string | null;
  /** Of corpUserEditableInfo, which people write about themselves. */
  readonly editable: {
    readonly displayName: string | null;
    readonly title: string | null;
    readonly aboutMe: string | null;
    readonly pictureLink: string | null;
    readonly email: string | null;
    readonly phone: string | null;
    readonly slack: string | null;
    readonly teams: readonly string[] | null;
    readonly skills: readonly string[] | null;
  } | null;
  /** Of corpUserSettings. */
  readonly defaultView: string | null;
}

export interface Group {
  readonly urn: string;
  /** False when the group is metadata only. */
  readonly isGroup: boolean;
  readonly name: string | null;
  readonly description: string | null;
  readonly email: string | null;
  readonly slack: string | null;
}

export interface PeoplePage {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  /** In the order of their bytes. */
  readonly urns: readonly string[];
}
