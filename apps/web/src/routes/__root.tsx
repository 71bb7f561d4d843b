import { createRootRoute } from '@tanstack/react-router';
import { Shell } from '../app/shells/shell.tsx';

export const Route = createRootRoute({ component: Shell });
