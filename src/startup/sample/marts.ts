import type { SampleDatasets } from './dataset.js';

const owners = { 'tomas.ferreira': 'TECHNICAL_OWNER', 'ines.moreau': 'BUSINESS_OWNER' } as const;
const marketing = { 'tomas.ferreira': 'TECHNICAL_OWNER', 'priya.nair': 'BUSINESS_OWNER' } as const;

/** The tables that reports read. */
export const marts: SampleDatasets = {
  'snowflake:analytics.marts.customers': {
    description: 'One row for each customer, with what the customer has bought so far.',
    ...{ owners, domain: 'customers', tags: ['certified', 'nightly'], terms: ['customer'] },
    ...{ rows: [301_400, 130], operation: 'UPDATE' },
    from: ['snowflake:analytics.staging.stg_users', 'snowflake:analytics.marts.orders'],
    fromColumns: {
      CUSTOMER_ID: ['snowflake:analytics.staging.stg_users#USER_ID'],
      NET_REVENUE: ['snowflake:analytics.marts.orders#NET_REVENUE'],
    },
    columns: `
      CUSTOMER_ID*    number(38,0)   Account of the customer
      COUNTRY         varchar(2)     ISO 3166 code
      SEGMENT         varchar(20)    new, regular, lapsed or lost, by the days since the last order
      FIRST_ORDER_AT  timestamp_ntz  Time of the first order in UTC
      ORDERS          number(9,0)    Number of orders
      NET_REVENUE     number(14,2)   Net revenue so far ^net-revenue`,
  },
  'snowflake:analytics.marts.orders': {
    description: 'One row for each order. The place to start for questions about revenue.',
    ...{ owners, domain: 'sales', tags: ['certified', 'board-report', 'hourly'], terms: ['order'] },
    ...{ rows: [1_231_900, 1_100], operation: 'INSERT' },
    links: {
      'https://wiki.fernhill.example/finance/revenue': 'How revenue is calculated',
      'https://git.fernhill.example/warehouse/models/marts/orders.sql': 'Source of the model',
    },
    from: [
      'snowflake:analytics.staging.stg_orders',
      'snowflake:analytics.staging.stg_order_items',
      'snowflake:analytics.staging.stg_payments',
    ],
    fromColumns: {
      ORDER_ID: ['snowflake:analytics.staging.stg_orders#ORDER_ID'],
      NET_REVENUE: [
        'snowflake:analytics.staging.stg_order_items#GROSS',
        'snowflake:analytics.staging.stg_order_items#DISCOUNT',
        'snowflake:analytics.staging.stg_payments#AMOUNT',
      ],
    },
    columns: `
      ORDER_ID*      number(38,0)   Number of the order
      CUSTOMER_ID?   number(38,0)   Customer, empty for guests
      PAID_AT        timestamp_ntz  Time of the payment in UTC
      ITEMS          number(9,0)    Pieces
      GROSS_REVENUE  number(12,2)   Gross revenue in euros ^gross-revenue
      NET_REVENUE    number(12,2)   Net revenue in euros ^net-revenue
      IS_FIRST       boolean        Whether it is the first order of the customer`,
  },
  'snowflake:analytics.marts.product_sales': {
    description: 'Sales, returns and stock of each article by day.',
    ...{
      owners,
      domain: 'sales',
      tags: ['certified', 'nightly'],
      rows: [2_870_000, 2_400],
      operation: 'INSERT',
    },
    from: [
      'snowflake:analytics.staging.stg_order_items',
      'snowflake:analytics.staging.stg_products',
      'postgres:shop.public.returns',
      'kafka:stock_changes',
    ],
    columns: `
      DAY*         date          Day in the time zone of the shop
      SKU*         varchar(20)   Article
      SOLD         number(9,0)   Pieces sold
      RETURNED     number(9,0)   Pieces that came back
      STOCK        number(9,0)   Pieces in stock at midnight
      NET_REVENUE  number(12,2)  Net revenue in euros ^net-revenue`,
  },
  'snowflake:analytics.marts.revenue_daily': {
    description:
      'Revenue, orders and order value by day and country. The figures of the monthly report come from here.',
    ...{ owners, domain: 'sales', tags: ['certified', 'board-report', 'nightly'], rows: [29_200, 14] },
    ...{ terms: ['net-revenue', 'order-value'], operation: 'INSERT' },
    links: { 'https://wiki.fernhill.example/finance/monthly-report': 'Calendar of the monthly report' },
    from: ['snowflake:analytics.marts.orders', 'snowflake:analytics.marts.customers'],
    fromColumns: {
      NET_REVENUE: ['snowflake:analytics.marts.orders#NET_REVENUE'],
      ORDER_VALUE: [
        'snowflake:analytics.marts.orders#NET_REVENUE',
        'snowflake:analytics.marts.orders#ORDER_ID',
      ],
    },
    columns: `
      DAY*          date          Day in the time zone of the shop
      COUNTRY*      varchar(2)    Country of delivery
      ORDERS        number(9,0)   Orders
      GROSS_REVENUE number(14,2)  Gross revenue in euros ^gross-revenue
      NET_REVENUE   number(14,2)  Net revenue in euros ^net-revenue
      ORDER_VALUE   number(10,2)  Average order value in euros ^order-value`,
  },
  'snowflake:analytics.marts.sessions': {
    description: 'Visits of the shop, with the pages seen and the order that followed.',
    ...{ owners: marketing, domain: 'marketing', tags: ['hourly'], terms: ['session'] },
    ...{ rows: [142_600_000, 196_000], operation: 'INSERT' },
    from: ['snowflake:analytics.staging.stg_page_views', 'snowflake:analytics.marts.orders'],
    columns: `
      SESSION_ID*  varchar(36)    Number of the session
      STARTED_AT   timestamp_ntz  Time of the first view in UTC
      VIEWS        number(9,0)    Pages seen
      CAMPAIGN?    varchar(60)    Campaign of the first view ^campaign
      DEVICE       varchar(20)    phone, tablet or desktop
      ORDER_ID?    number(38,0)   Order that was paid in the session`,
  },
  'snowflake:analytics.marts.campaign_results': {
    description: 'Costs, sessions, orders and acquisition cost of each campaign by day.',
    ...{ owners: marketing, domain: 'marketing', tags: ['nightly', 'known-gaps'], rows: [46_800, 41] },
    ...{ terms: ['campaign', 'acquisition-cost'], operation: 'INSERT' },
    from: ['snowflake:analytics.staging.stg_ad_costs', 'snowflake:analytics.marts.sessions'],
    columns: `
      DAY*              date          Day in the time zone of the shop
      CAMPAIGN*         varchar(60)   Campaign ^campaign
      COST              number(12,2)  Costs in euros; weekends are complete on Tuesday
      SESSIONS          number(9,0)   Sessions that the campaign brought
      ORDERS            number(9,0)   Orders in those sessions
      ACQUISITION_COST? number(10,2)  Costs for each first-time customer ^acquisition-cost`,
  },
  'snowflake:analytics.marts.delivery_times': {
    description: 'Hours from payment to delivery, by carrier and week.',
    ...{ owners: { 'data-platform': 'TECHNICAL_OWNER' }, domain: 'fulfilment', terms: ['delivery-time'] },
    ...{ tags: ['nightly'], rows: [2_730, 1], operation: 'INSERT' },
    from: ['snowflake:analytics.staging.stg_shipments'],
    columns: `
      WEEK*         date         Monday of the week
      CARRIER*      varchar(30)  Carrier
      PARCELS       number(9,0)  Delivered parcels
      MEDIAN_HOURS  number(6,1)  Median ^delivery-time
      LATE_SHARE    number(5,4)  Share of parcels after the promised day`,
  },
  'snowflake:analytics.marts.customer_cohorts': {
    description: 'How many customers of a month buy again in the months after it.',
    ...{ owners: marketing, domain: 'customers', tags: ['experimental'], terms: ['customer'] },
    ...{ rows: [1_540, 1], operation: 'INSERT' },
    from: ['snowflake:analytics.marts.customers', 'hive:fct_users_created'],
    columns: `
      COHORT*     date         First day of the month of the first order
      MONTHS*     number(3,0)  Months since then
      CUSTOMERS   number(9,0)  Customers of the cohort
      REPEATED    number(9,0)  Those that ordered again in that month`,
  },
  'snowflake:analytics.marts.price_gaps': {
    ...{ tags: ['experimental', 'to-document'], rows: [12_900, 20] },
    from: ['snowflake:analytics.staging.stg_products', 's3:fernhill-lake/landing/supplier_prices'],
    columns: `
      SKU*        varchar(20)
      SUPPLIER*   varchar(40)
      GAP         number(10,2)`,
  },
};
