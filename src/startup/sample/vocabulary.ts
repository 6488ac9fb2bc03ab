/** Names, colours and descriptions of tags, by their ids. */
export const tags = {
  Legacy: ['Legacy', null, 'Indicates the dataset is no longer supported'],
  'contact-data': [
    'Contact data',
    '#C62828',
    'Identifies or reaches an individual. Mask it outside of production.',
  ],
  'payment-data': [
    'Payment data',
    '#AD1457',
    'Falls under the rules of the card schemes. Never copy it into tickets.',
  ],
  certified: ['Certified', '#2E7D32', 'Tested every night and approved by its owners. Use it for decisions.'],
  'board-report': [
    'Board report',
    '#6A1B9A',
    'Figures that the management sees each month. Changes need a notice.',
  ],
  experimental: ['Experimental', '#EF6C00', 'May change or disappear without notice.'],
  'append-only': ['Append only', '#37474F', 'Rows are never changed after they were written.'],
  streaming: ['Streaming', '#0277BD', 'Arrives within seconds.'],
  hourly: ['Hourly', '#00838F', 'Refreshed at the start of each hour.'],
  nightly: ['Nightly', '#283593', 'Refreshed between 02:00 and 05:00 UTC.'],
  external: ['External', '#5D4037', 'Delivered by a supplier or an agency. Quality varies.'],
  'known-gaps': ['Known gaps', '#F9A825', 'Some days or rows are missing. The description says which.'],
  'to-document': ['To document', '#757575', 'Nobody has described it yet.'],
} as const;

export type TagId = keyof typeof tags;

/** Name, description and parent of domains, by their ids. */
export const domains = {
  commerce: ['Commerce', 'Everything that is sold, and to whom.', null],
  sales: ['Sales', 'Orders, payments and revenue.', 'commerce'],
  customers: ['Customers', 'Accounts, addresses and consent.', 'commerce'],
  marketing: ['Marketing', 'Campaigns, visits of the shop, and what they cost.', null],
  fulfilment: ['Fulfilment', 'Stock, parcels and returns.', null],
} as const;

export type DomainId = keyof typeof domains;

/** Name and definition of the folders of the glossary, by their ids. */
export const glossaryNodes = {
  business: ['Business terms', 'Things that the company buys, sells and does.'],
  metrics: ['Metrics', 'How figures in reports are calculated.'],
  protection: ['Data protection', 'Classes of data that need care.'],
} as const;

/** Name, definition and folder of glossary terms, by their ids. */
export const terms = {
  customer: ['Customer', 'A shopper with at least one paid order.', 'business'],
  order: ['Order', 'A basket that a customer has paid for. Unpaid baskets are not orders.', 'business'],
  refund: ['Refund', 'Money that goes back to a customer after a return or a complaint.', 'business'],
  campaign: ['Campaign', 'Advertisements with one budget and one goal.', 'business'],
  session: [
    'Session',
    'Page views of one browser with less than 30 minutes between them. Known robots are left out.',
    'metrics',
  ],
  'gross-revenue': [
    'Gross revenue',
    'Order lines at the prices that customers paid, including tax.',
    'metrics',
  ],
  'net-revenue': ['Net revenue', 'Gross revenue without tax, discounts and refunds, in euros.', 'metrics'],
  'order-value': ['Average order value', 'Net revenue divided by the number of orders.', 'metrics'],
  'delivery-time': ['Delivery time', 'Hours from payment to the first delivery attempt.', 'metrics'],
  'acquisition-cost': [
    'Acquisition cost',
    'Costs of a campaign divided by its first-time customers.',
    'metrics',
  ],
  'contact-details': [
    'Contact details',
    'Names, addresses, e-mail addresses and phone numbers.',
    'protection',
  ],
  'payment-details': ['Payment details', 'Card numbers and bank accounts, also in part.', 'protection'],
} as const;

export type TermId = keyof typeof terms;
