import { Anchor, Box, Burger, Drawer, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { chooseBar } from '@stridewell/contract/identity.rules';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Logo } from '../../components/logo.tsx';
import { NavigationProgress } from '../../components/navigation-progress.tsx';
import { product } from '../../lib/product.ts';
import { useSession } from '../session.ts';
import { type BarItem, itemsOf } from './bar-items.ts';
import classes from './shell.module.css';

// Visitors never need what only signed-in people see; it loads with the first signed-in page.
const SignedInTools = lazy(() => import('./signed-in-tools.tsx'));
const ClientTabs = lazy(() => import('./client-tabs.tsx'));

/** The frame of every page: the bar that role and path choose, and the page. */
export function Shell() {
  const { session } = useSession();
  const { pathname } = useLocation();
  const [opened, menu] = useDisclosure(false);
  const bar = chooseBar({
    role: session?.role ?? null,
    path: pathname,
    email: session?.user.email,
    operatorDomain: product.operatorDomain,
  });
  const items = itemsOf(bar, session?.user.id ?? '');
  return (
    <Box className={classes.frame}>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <NavigationProgress />
      <header className={classes.bar} data-bar={bar}>
        <Group className={classes.inner} justify="space-between" wrap="nowrap" gap="md">
          <Anchor component={Link} to={bar === 'visitor' ? '/landing' : '/'} underline="never" c="inherit" className={classes.logo}>
            <Logo name={product.name} />
          </Anchor>
          <nav className={classes.links} aria-label="Main">
            {items.map((item) => (
              <BarLink key={item.to} {...item} current={pathname === item.to} />
            ))}
          </nav>
          <Group gap={6} wrap="nowrap">
            {session && (
              <Suspense fallback={<Box w={80} h={36} />}>
                <SignedInTools bar={bar} session={session} />
              </Suspense>
            )}
            <Burger hiddenFrom="md" opened={opened} onClick={menu.toggle} size="sm" aria-label="Menu" />
          </Group>
        </Group>
      </header>
      <Drawer opened={opened} onClose={menu.close} position="right" size="xs" title={product.name}>
        <Stack component="nav" aria-label="Menu" gap={4}>
          {[...items, ...(bar === 'operator' ? [{ label: 'Your Profile', to: '/operator/profile' }] : [])].map((item) => (
            <BarLink key={item.to} {...item} current={pathname === item.to} onClick={menu.close} />
          ))}
        </Stack>
      </Drawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      {bar === 'client' && (
        <Suspense fallback={null}>
          <ClientTabs />
        </Suspense>
      )}
    </Box>
  );
}

function BarLink({ label, to, current, onClick }: BarItem & { current: boolean; onClick?: () => void }) {
  return (
    <Link to={to} className={classes.link} aria-current={current ? 'page' : undefined} {...(onClick ? { onClick } : {})}>
      {label}
    </Link>
  );
}
