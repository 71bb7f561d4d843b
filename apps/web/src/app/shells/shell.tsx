import { Box, Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CurrentSession } from '@stridewell/contract/identity/identity';
import { type NavigationBar, navigationBarFor } from '@stridewell/contract/identity/identity.rules';
import { isCoachRole } from '@stridewell/contract/people.rules';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { hasEnded } from '../../device/session.ts';
import { waitingText } from '../../features/identity/identity.waiting.ts';
import { PublicFooter } from '../../features/site/public-footer.tsx';
import { useAppName, useCoachBrand } from '../../lib/brand.ts';
import { useNotices } from '../../lib/notices.ts';
import { product } from '../../lib/product.ts';
import { Logo } from '../../ui/logo.tsx';
import { NavigationProgress } from '../../ui/navigation-progress.tsx';
import { PageNavigation } from '../../ui/page-link.tsx';
import { visitorsHome } from '../guards.ts';
import { titleOf } from '../pages.ts';
import { useSession } from '../session.ts';
import { itemsOf, menuSections } from './bar-items.ts';
import { BarLink } from './bar-link.tsx';
import classes from './shell.module.css';

// Visitors never need these parts. The menu loads when it is first opened.
const SignedInTools = lazy(() => import('./signed-in-tools.tsx'));
const CoachLinks = lazy(() => import('./coach-links.tsx'));
const OperatorLinks = lazy(() => import('./operator-links.tsx'));
const ConnectionNotice = lazy(() => import('./connection-notice.tsx'));
const ClientTabs = lazy(() => import('./client-tabs.tsx'));
const CoachTabs = lazy(() => import('./coach-tabs.tsx'));
const SessionEnded = lazy(() => import('./session-ended.tsx'));
const PlatformBanner = lazy(() => import('./platform-banner.tsx'));
const DunningBanner = lazy(() => import('../../features/billing/dunning-banner.tsx'));
const MobileMenu = lazy(() => import('./mobile-menu.tsx'));

/** One step after another, with its own way out. */
const FOCUSED_PATH = '/client-onboarding';

/** The frame of every page. Role and path decide which bar it has. */
export function Shell() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const open = useCallback((href: string) => void navigate({ href }), [navigate]);
  const appName = useAppName();
  useEffect(() => {
    document.title = titleOf(pathname, product.name, appName);
  }, [pathname, appName]);
  return (
    <PageNavigation value={open}>
      <FullShell pathname={pathname} />
    </PageNavigation>
  );
}

function FullShell({ pathname }: { pathname: string }) {
  const snapshot = useSession();
  const { banner } = useNotices();
  const clientBrand = useCoachBrand();
  // A coach who waits for approval cannot open what their bar leads to.
  const session = snapshot.session && !waitingText(snapshot.session) ? snapshot.session : null;
  // A bar for visitors would look as if the session had ended, while the server only did not answer.
  const isKnown = snapshot.state !== 'loading';
  const bar = navigationBarFor({
    role: session?.role ?? null,
    path: pathname,
    email: session?.user.email,
    operatorDomain: product.operatorDomain,
  });
  // A session that an earlier version stored on the device knows no brand.
  const brand = clientBrand ?? (bar === 'coach' ? (session?.coach?.brand ?? null) : null);
  const name = brand?.name ?? product.name;
  return (
    <Box className={classes.frame}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      {banner && (
        <Suspense fallback={null}>
          <PlatformBanner key={banner.version} banner={banner} />
        </Suspense>
      )}
      <header className={classes.bar} data-bar={bar} data-reads>
        <div className={classes.inner}>
          <Link
            to={bar === 'visitor' ? visitorsHome() : '/'}
            reloadDocument={bar === 'visitor'}
            className={classes.logo}
          >
            <Logo name={name} icon={brand?.icon} picture={brand?.logo} />
          </Link>
          <nav className={classes.links} aria-label="Main">
            {isKnown && itemsOf(bar, session).map((item) => <BarLink key={item.to} item={item} />)}
            {bar === 'coach' && session && (
              <Suspense fallback={null}>
                <CoachLinks session={session} />
              </Suspense>
            )}
            {bar === 'operator' && session && (
              <Suspense fallback={null}>
                <OperatorLinks session={session} />
              </Suspense>
            )}
          </nav>
          <div className={classes.tools}>
            {session && (
              <Suspense fallback={<div className={classes.toolsToCome} />}>
                <SignedInTools bar={bar} session={session} />
              </Suspense>
            )}
            {/* Clients have their tabs. */}
            {isKnown && bar !== 'client' && <MenuButton name={name} bar={bar} session={session} />}
          </div>
        </div>
      </header>
      {session && (
        <Suspense fallback={null}>
          <ConnectionNotice key={session.user.id} session={session} />
        </Suspense>
      )}
      {/* The billing page shows it itself. */}
      {bar === 'coach' && session && session.plan.subscription_status !== 'active' && pathname !== '/billing' && (
        <Suspense fallback={null}>
          <DunningBanner access={session.plan} timeZone={session.user.timeZone} />
        </Suspense>
      )}
      {/* Another coach resets the page, so that nothing typed reaches the wrong coach. */}
      <main
        key={bar === 'client' ? session?.client?.coachId : undefined}
        id="main"
        className={classes.main}
        tabIndex={-1}
      >
        <Outlet />
      </main>
      {session && hasEnded(snapshot) && (
        <Suspense fallback={null}>
          <SessionEnded session={session} />
        </Suspense>
      )}
      {isKnown && bar === 'visitor' && <PublicFooter />}
      {bar === 'client' && pathname !== FOCUSED_PATH && (
        <Suspense fallback={null}>
          <ClientTabs session={session} />
        </Suspense>
      )}
      {bar === 'coach' && session && isCoachRole(session.role) && (
        <Suspense fallback={null}>
          <CoachTabs session={session} />
        </Suspense>
      )}
    </Box>
  );
}

type MenuButtonProps = { name: string; bar: NavigationBar; session: CurrentSession | null };

function MenuButton({ name, bar, session }: MenuButtonProps) {
  const [opened, menu] = useDisclosure(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Burger
        size="sm"
        hiddenFrom="md"
        opened={opened}
        aria-label={opened ? 'Close menu' : 'Open menu'}
        aria-expanded={opened}
        onClick={() => {
          setWanted(true);
          menu.toggle();
        }}
      />
      {wanted && (
        <Suspense fallback={null}>
          <MobileMenu
            opened={opened}
            onClose={menu.close}
            title={name}
            sections={menuSections(bar, session, new Date())}
          />
        </Suspense>
      )}
    </>
  );
}
