import { createRootRoute } from '@tanstack/react-router';
import { requirePageOfDomain } from '../app/guards.ts';
import { Shell } from '../app/shells/shell.tsx';

export const Route = createRootRoute({ beforeLoad: requirePageOfDomain, component: Shell });
