import type { SampleDatasets } from './dataset.js';

const owners = { 'tomas.ferreira': 'TECHNICAL_OWNER' } as const;

/** Copies of sources with the names and types that the marts expect. */
export const staging: SampleDatasets = {
  'snowflake:analytics.staging.stg_users': {
    description: 'Accounts without those that were closed. E-mail addresses are hashed.',
    ...{ owners, domain: 'customers', tags: ['nightly'], rows: [389_700, 170], operation: 'UPDATE' },
    from: ['postgres:shop.public.users'],
    fromColumns: {
      USER_ID: ['postgres:shop.public.users#id'],
      EMAIL_HASH: ['postgres:shop.public.users#email'],
    },
    columns: `
      USER_ID*      number(38,0)   Account
      EMAIL_HASH    varchar(64)    SHA-256 of the address
      COUNTRY       varchar(2)     ISO 3166 code
      NEWSLETTER    boolean        Whether the newsletter was agreed to
      REGISTERED_AT timestamp_ntz  Time of the registration in UTC`,
  },
  'snowflake:analytics.staging.stg_orders': {
    description: 'Paid orders, in euros at the rate of the day.',
    ...{ owners, domain: 'sales', tags: ['hourly'], terms: ['order'], rows: [1_231_900, 1_100] },
    ...{ from: ['postgres:shop.public.orders'], operation: 'INSERT' },
    fromColumns: {
      ORDER_ID: ['postgres:shop.public.orders#id'],
      GROSS: ['postgres:shop.public.orders#total', 'postgres:shop.public.orders#currency'],
    },
    columns: `
      ORDER_ID*  number(38,0)   Order
      USER_ID?   number(38,0)   Account, empty for guests
      GROSS      number(12,2)   Total in euros ^gross-revenue
      VOUCHER?   varchar(30)    Voucher that was applied
      PAID_AT    timestamp_ntz  Time of the payment in UTC`,
  },
  'snowflake:analytics.staging.stg_order_items': {
    description: 'Lines of paid orders.',
    ...{ owners, domain: 'sales', tags: ['hourly'], rows: [3_760_400, 3_350], operation: 'INSERT' },
    from: ['postgres:shop.public.order_items', 's3:fernhill-lake/landing/order_events'],
    columns: `
      ORDER_ID*  number(38,0)  Order
      LINE*      number(5,0)   Position in the order
      SKU        varchar(20)   Article
      QUANTITY   number(9,0)   Pieces
      GROSS      number(12,2)  Amount with tax in euros ^gross-revenue
      DISCOUNT   number(12,2)  Discount in euros`,
  },
  'snowflake:analytics.staging.stg_payments': {
    description: 'Successful payments and refunds. Card details are left out.',
    ...{ owners, domain: 'sales', tags: ['hourly'], rows: [1_290_000, 1_160], operation: 'INSERT' },
    from: ['postgres:shop.public.payments', 'kafka:payment_events'],
    columns: `
      PAYMENT_ID* varchar(36)    Number at the provider
      ORDER_ID    number(38,0)   Order
      METHOD      varchar(20)    card, invoice, transfer or wallet
      AMOUNT      number(12,2)   Euros, negative for refunds
      AT          timestamp_ntz  Time in UTC`,
  },
  'snowflake:analytics.staging.stg_products': {
    description: 'Articles with the names of their categories.',
    ...{ owners, domain: 'sales', tags: ['nightly'], rows: [18_640, 6], operation: 'UPDATE' },
    from: ['postgres:shop.public.products', 'postgres:shop.public.categories'],
    columns: `
      SKU*        varchar(20)   Article
      NAME        varchar(200)  Name in the shop
      DEPARTMENT  varchar(100)  First level of the menu
      CATEGORY    varchar(100)  Last level of the menu
      PRICE       number(10,2)  Price with tax in euros`,
  },
  'snowflake:analytics.staging.stg_shipments': {
    description: 'Parcels with the times of payment, packing and delivery.',
    ...{ domain: 'fulfilment', tags: ['hourly'], rows: [1_330_900, 1_190], operation: 'UPDATE' },
    from: ['postgres:shop.public.shipments', 'postgres:shop.public.orders'],
    columns: `
      SHIPMENT_ID*  number(38,0)   Parcel
      ORDER_ID      number(38,0)   Order
      CARRIER       varchar(30)    Carrier
      PAID_AT       timestamp_ntz  Time of the payment in UTC
      DELIVERED_AT? timestamp_ntz  Time of the delivery in UTC`,
  },
  'snowflake:analytics.staging.stg_page_views': {
    description: 'Page views without known robots.',
    ...{ owners, domain: 'marketing', tags: ['hourly'], rows: [796_000_000, 1_090_000], operation: 'INSERT' },
    from: ['s3:fernhill-lake/landing/page_views'],
    columns: `
      VIEW_ID*    varchar(36)    Random number of the view
      BROWSER_ID  varchar(36)    Random number that lives for 30 days
      VIEWED_AT   timestamp_ntz  Time in UTC
      PAGE_KIND   varchar(20)    home, category, product, basket or checkout
      SKU?        varchar(20)    Article, on product pages
      CAMPAIGN?   varchar(60)    Campaign that led to the shop ^campaign`,
  },
  'snowflake:analytics.staging.stg_ad_costs': {
    description: 'Costs of advertisements in euros, with one spelling of each campaign.',
    ...{ domain: 'marketing', tags: ['nightly', 'known-gaps'], rows: [48_300, 43], operation: 'INSERT' },
    from: ['s3:fernhill-lake/landing/ad_costs'],
    columns: `
      DAY*       date          Day of the costs
      NETWORK*   varchar(40)   Advertising network
      CAMPAIGN*  varchar(60)   Code of the campaign ^campaign
      CLICKS     number(9,0)   Clicks
      COST       number(12,2)  Costs without tax`,
  },
};
