import { VISITOR_ITEMS } from '@stridewell/web/app/shells/bar-items.ts';
import classes from '@stridewell/web/app/shells/shell.module.css';
import { PublicFooter } from '@stridewell/web/features/site/public-footer.tsx';
import { product } from '@stridewell/web/lib/product.ts';
import { Logo } from '@stridewell/web/ui/logo.tsx';
import type { ReactNode } from 'react';
import { MenuOfPhones } from './menu-of-phones.tsx';
import progress from './progress.module.css';
import { themed } from './themed.tsx';

type FrameProps = {
  path: string;
  /** The message of the operator, if there is one. */
  banner?: ReactNode;
  children: ReactNode;
};

/** The frame of a public page: the visitors' bar, the page and the footer. */
const Frame = ({ path, banner, children }: FrameProps) => (
  <div className={classes.frame}>
    <a href="#main" className="skip-link">
      Skip to content
    </a>
    <div className={progress.bar} aria-hidden />
    {banner}
    <header className={classes.bar} data-bar="visitor" data-reads>
      <div className={classes.inner}>
        <a href="/landing" className={classes.logo}>
          <Logo name={product.name} />
        </a>
        <nav className={classes.links} aria-label="Main">
          <VisitorLinks path={path} />
        </nav>
        <div className={classes.tools}>
          <MenuOfPhones>
            <VisitorLinks path={path} />
          </MenuOfPhones>
        </div>
      </div>
    </header>
    <main id="main" className={classes.main} tabIndex={-1}>
      {children}
    </main>
    <PublicFooter />
  </div>
);

const VisitorLinks = ({ path }: { path: string }) =>
  VISITOR_ITEMS.map(({ label, to }) => (
    <a key={to} href={to} className={classes.link} aria-current={path === to ? 'page' : undefined}>
      {label}
    </a>
  ));

export const PublicFrame = themed(Frame);
