import { linkLabel, linkUrl } from '../../edits/input.js';
import { builder, type InputFieldBuilder } from './builder.js';
import { required } from './kit.js';

const LinkSettingsInput = builder.inputType('LinkSettingsInput', {
  description: 'How a link is shown.',
  fields: (t) => ({
    showInAssetPreview: t.boolean({ description: 'Whether previews of the entity show the link.' }),
  }),
});

const url = (t: InputFieldBuilder, description: string) =>
  t.string({ ...required(description), validate: { schema: linkUrl } });
const label = (t: InputFieldBuilder, description: string) =>
  t.string({ ...required(description), validate: { schema: linkLabel } });

const link = (t: InputFieldBuilder) => ({
  linkUrl: url(t, 'The address.'),
  label: label(t, 'What the link is called.'),
  resourceUrn: t.string(required('The entity.')),
  settings: t.field({ type: LinkSettingsInput, description: 'How the link is shown. Default: as it was.' }),
});

const AddLinkInput = builder.inputType('AddLinkInput', {
  description: 'A link, and the entity to change.',
  fields: link,
});

const UpsertLinkInput = builder.inputType('UpsertLinkInput', {
  description: 'A link, and the entity to change.',
  fields: link,
});

const UpdateLinkInput = builder.inputType('UpdateLinkInput', {
  description: 'What a link is, and what it will be.',
  fields: (t) => ({
    currentUrl: t.string(required('The address as it is.')),
    currentLabel: t.string(required('The label as it is.')),
    ...link(t),
  }),
});

const RemoveLinkInput = builder.inputType('RemoveLinkInput', {
  description: 'A link to remove.',
  fields: (t) => ({
    linkUrl: t.string(required('The address.')),
    label: t.string({ description: 'The label. Absent: all links with the address.' }),
    resourceUrn: t.string(required('The entity.')),
  }),
});

interface GivenLink {
  readonly linkUrl: string;
  readonly label: string;
  readonly settings?: { readonly showInAssetPreview?: boolean | null | undefined } | null | undefined;
}

const toLink = ({ linkUrl, label, settings }: GivenLink) => ({
  ...{ url: linkUrl, label, showInAssetPreview: settings?.showInAssetPreview },
});

builder.mutationFields((t) => ({
  addLink: t.boolean({
    description: 'Adds a link to documentation. A link is known by its address and its label.',
    args: { input: t.arg(required('The link, and the entity.', AddLinkInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.addLink(actor, input, toLink(input), { replaces: false }),
  }),
  upsertLink: t.boolean({
    description: 'Adds a link, or changes the settings of the link with the same address and label.',
    args: { input: t.arg(required('The link, and the entity.', UpsertLinkInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.addLink(actor, input, toLink(input), { replaces: true }),
  }),
  updateLink: t.boolean({
    description: 'Changes the address, the label or the settings of a link.',
    args: { input: t.arg(required('The link, and the entity.', UpdateLinkInput)) },
    resolve: (_, { input }, { services, actor }) => {
      const current = { url: input.currentUrl, label: input.currentLabel };
      return services.edits.updateLink(actor, input, current, toLink(input));
    },
  }),
  removeLink: t.boolean({
    description: 'Removes a link. Removing a link that is not there is not an error.',
    args: { input: t.arg(required('The link, and the entity.', RemoveLinkInput)) },
    resolve: (_, { input }, { services, actor }) =>
      services.edits.removeLink(actor, input, input.linkUrl, input.label),
  }),
}));
