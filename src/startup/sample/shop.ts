import type { SampleDatasets } from './dataset.js';

const owners = { 'kofi.mensah': 'TECHNICAL_OWNER' } as const;

/** The tables of the shop itself. */
export const shop: SampleDatasets = {
  'postgres:shop.public.users': {
    description:
      'Accounts of the shop. A row appears at registration and is emptied, not deleted, when an account is closed.',
    ...{ owners, domain: 'customers', tags: ['contact-data'], rows: [412_300, 190], operation: 'UPDATE' },
    links: { 'https://wiki.fernhill.example/shop/accounts': 'Life of an account' },
    columns: `
      id*           bigint        Number of the account, never reused
      email?        varchar(320)  Address for signing in, in lower case #contact-data ^contact-details
      display_name? varchar(100)  Name on the account page #contact-data ^contact-details
      country       char(2)       ISO 3166 code of the default delivery address
      locale        varchar(10)   Language of e-mails and pages, such as de-AT
      newsletter    boolean       Whether the account holder has agreed to the newsletter
      registered_at timestamptz   Time of the registration
      closed_at?    timestamptz   Time at which the account was closed`,
  },
  'postgres:shop.public.addresses': {
    description: 'Delivery and invoice addresses of accounts. Orders copy the address that they use.',
    ...{ owners, domain: 'customers', tags: ['contact-data'], rows: [530_800, 240], operation: 'UPDATE' },
    columns: `
      id*         bigint        Number of the address
      user_id     bigint        Account to which the address belongs
      recipient   varchar(200)  Name on the parcel #contact-data ^contact-details
      street      varchar(200)  Street and house number #contact-data ^contact-details
      postal_code varchar(12)   Postal code, checked against the country
      city        varchar(100)  Town or city
      country     char(2)       ISO 3166 code`,
  },
  'postgres:shop.public.categories': {
    description: 'The tree of categories that the menu of the shop shows.',
    ...{ owners, domain: 'sales', rows: [214, 0] },
    columns: `
      id*        int           Number of the category
      parent_id? int           Category above, empty for the first level
      name       varchar(100)  Name in English`,
  },
  'postgres:shop.public.products': {
    description: 'Plants, seeds, tools and pots on offer, including those that are out of stock.',
    ...{ owners, domain: 'sales', rows: [18_640, 6], operation: 'UPDATE' },
    columns: `
      sku*         varchar(20)    Article number on labels and invoices
      category_id  int            Category in the menu
      name         varchar(200)   Name in the shop
      latin_name?  varchar(200)   Botanical name, for plants
      price        numeric(10,2)  Price with tax in euros
      hardiness?   varchar(5)     Hardiness zone, such as 7a
      is_listed    boolean        Whether the shop shows it
      updated_at   timestamptz    Time of the last change`,
  },
  'postgres:shop.public.orders': {
    description: 'Baskets from the moment of checkout. Only rows with `paid_at` are orders in reports.',
    ...{ owners, domain: 'sales', terms: ['order'], rows: [1_284_500, 1_150], operation: 'INSERT' },
    links: { 'https://wiki.fernhill.example/shop/order-states': 'States of an order' },
    columns: `
      id*           bigint         Number of the order, printed on the invoice
      user_id?      bigint         Account, empty for guests
      state         varchar(20)    placed, paid, packed, sent, delivered or cancelled
      total         numeric(10,2)  Sum of the lines with tax, after discounts ^gross-revenue
      currency      char(3)        ISO 4217 code
      voucher_code? varchar(30)    Voucher that was applied
      placed_at     timestamptz    Time of checkout
      paid_at?      timestamptz    Time of the first successful payment`,
  },
  'postgres:shop.public.order_items': {
    description: 'Lines of orders. Prices are those of the moment of checkout.',
    ...{ owners, domain: 'sales', tags: ['append-only'], rows: [3_911_200, 3_500], operation: 'INSERT' },
    columns: `
      order_id*  bigint         Order
      line*      smallint       Position in the order, from 1
      sku        varchar(20)    Article
      quantity   int            Pieces
      unit_price numeric(10,2)  Price of one piece with tax
      discount   numeric(10,2)  Discount on the line`,
  },
  'postgres:shop.public.payments': {
    description:
      'Attempts to pay. The payment provider keeps card numbers; this table has their last four digits.',
    ...{ owners, domain: 'sales', tags: ['payment-data', 'append-only'], rows: [1_402_700, 1_260] },
    operation: 'INSERT',
    columns: `
      id*         uuid           Number of the attempt at the provider
      order_id    bigint         Order
      method      varchar(20)    card, invoice, transfer or wallet
      card_last4? char(4)        Last digits of the card #payment-data ^payment-details
      amount      numeric(10,2)  Amount in the currency of the order
      outcome     varchar(20)    succeeded, declined or refunded
      created_at  timestamptz    Time of the attempt`,
  },
  'postgres:shop.public.shipments': {
    description: 'Parcels and their state, as the carriers report it.',
    ...{ owners, domain: 'fulfilment', rows: [1_330_900, 1_190], operation: 'UPDATE' },
    columns: `
      id*           bigint       Number of the parcel
      order_id      bigint       Order
      carrier       varchar(30)  Carrier
      tracking_code varchar(40)  Code at the carrier
      packed_at     timestamptz  Time at which the parcel was closed
      delivered_at? timestamptz  Time of the delivery`,
  },
  'postgres:shop.public.returns': {
    description: 'Returned lines of orders, with the reason that the customer chose.',
    ...{ owners, domain: 'fulfilment', terms: ['refund'], rows: [96_100, 85], operation: 'INSERT' },
    columns: `
      id*         bigint         Number of the return
      order_id    bigint         Order
      line        smallint       Line of the order
      reason      varchar(30)    damaged, wrong, late or unwanted
      refund      numeric(10,2)  Amount paid back ^refund
      received_at timestamptz    Arrival in the warehouse`,
  },
  'postgres:shop.public.reviews': {
    ...{ tags: ['to-document'], rows: [74_050, 60] },
    columns: `
      id*        bigint
      sku        varchar(20)
      user_id    bigint
      stars      smallint
      text?      text
      created_at timestamptz`,
  },
};
