import { PLANS } from '@stridewell/contract/billing/billing.rules';

/** The plans as search engines read them. A `<` would end the element early, whatever the name of the product is. */
export const priceData = (appUrl: string, name: string): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    url: `${appUrl}/pricing`,
    offers: Object.values(PLANS).map(({ label, monthlyCents }) => ({
      '@type': 'Offer',
      name: label,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: (monthlyCents / 100).toFixed(2),
        priceCurrency: 'USD',
        billingDuration: 'P1M',
      },
    })),
  }).replace(/</g, '\\u003c');
