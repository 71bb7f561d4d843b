import { Group } from '@mantine/core';
import { dayInZone } from '@stridewell/contract/time';
import { product } from '../../lib/product.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { PageLink } from '../../ui/page-link.tsx';
import classes from './site.module.css';

const PRODUCT_LINKS = [
  { label: 'Pricing', to: '/pricing' },
  { label: 'Contact Us', to: '/contact' },
];
const LEGAL_LINKS = [
  { label: 'Terms of Service', to: '/terms-of-service' },
  { label: 'Privacy Policy', to: '/privacy-policy' },
];
/** Domains of coaches have no pages about the product. */
const LINKS = product.isCoachDomain ? LEGAL_LINKS : [...PRODUCT_LINKS, ...LEGAL_LINKS];

/** The foot of every public page. */
export function PublicFooter() {
  const year = dayInZone(new Date(), useTimeZone()).slice(0, 4);
  return (
    <footer className={classes.footer}>
      <Group justify="space-between" gap="12px 24px" maw={1320} mx="auto" p={20}>
        <span>
          © {year} {product.name}
        </span>
        <Group component="nav" gap="8px 24px" aria-label="Footer">
          {LINKS.map(({ label, to }) => (
            <PageLink key={to} href={to}>
              {label}
            </PageLink>
          ))}
          {product.socialUrl && !product.isCoachDomain && (
            <a href={product.socialUrl} target="_blank" rel="noopener">
              Follow us
            </a>
          )}
        </Group>
      </Group>
    </footer>
  );
}
