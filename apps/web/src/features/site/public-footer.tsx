import { Link } from '@tanstack/react-router';
import { product } from '../../lib/product.ts';
import classes from './site.module.css';

const LINKS = [
  { label: 'Pricing', to: '/pricing' },
  { label: 'Contact Us', to: '/contact' },
  { label: 'Terms of Service', to: '/terms-of-service' },
  { label: 'Privacy Policy', to: '/privacy-policy' },
] as const;

/** The foot of every public page. */
export function PublicFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <span>
          © {new Date().getFullYear()} {product.name}
        </span>
        <nav className={classes.footerLinks} aria-label="Footer">
          {LINKS.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
          {product.socialUrl && (
            <a href={product.socialUrl} target="_blank" rel="noopener">
              Follow us
            </a>
          )}
        </nav>
      </div>
    </footer>
  );
}
