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
  /** From corpUserEditableInfo, which users write about themselves. */
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
  /** From corpUserSettings. */
  readonly defaultView: string | null;
  /** From corpUserSettings; null when it has no appearance. */
  readonly appearance: {
    readonly showSimplifiedHomepage: boolean | null;
    readonly showThemeV2: boolean | null;
  } | null;
}

export interface Group {
  readonly urn: string;
  /** False when the group is metadata only. */
  readonly isGroup: boolean;
  readonly name: string | null;
  readonly description: string | null;
  readonly email: string | null;
  readonly slack: string | null;
  /** From corpGroupEditableInfo, which users write. */
  readonly editable: {
    readonly description: string | null;
    readonly pictureLink: string | null;
    readonly email: string | null;
    readonly slack: string | null;
  } | null;
  /** From the aspect origin: the source of the group. */
  readonly origin: { readonly type: string | null; readonly externalType: string | null } | null;
}

/** What lists show of a user or a group: edited texts in place of the others. */
export interface Shown {
  readonly displayName: string;
  readonly description: string | null;
}

export interface PeoplePage {
  readonly start: number;
  readonly count: number;
  readonly total: number;
  /** In the order of their bytes. */
  readonly urns: readonly string[];
}
