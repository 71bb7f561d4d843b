import type { ReactNode } from 'react';
import { product } from '../../lib/product.ts';
import classes from './pricing.module.css';

export function PricingFoot({ manage }: { manage?: ReactNode }) {
  return (
    <section className={classes.foot} aria-label="Your subscription">
      {manage}
      <p>Cancel anytime or update your payment method.</p>
      <p>
        Questions? <a href={`mailto:${product.contactEmail}`}>{product.contactEmail}</a>
      </p>
    </section>
  );
}
