import type { AstroIntegration } from 'astro';
import type { InteractionOptions } from './interaction.ts';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean | InteractionOptions;
  }
}

/** Makes `client:interaction` known to Astro; the directive itself stands in interaction.ts. */
export const interactionDirective = (): AstroIntegration => ({
  name: 'client-interaction',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) => {
      addClientDirective({ name: 'interaction', entrypoint: './src/client/directives/interaction.ts' });
    },
  },
});
