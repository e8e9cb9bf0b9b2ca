import type { Result } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/**
 * Finds what is mounted at a path, whatever the method, which is that handler's to take or refuse. The router itself looks a
 * method up in an ordinary object, where `constructor` is found and `__proto__` written to, for the whole process.
 */
export class PathRouter<T> extends TrieRouter<T> {
  override match(_method: string, path: string): Result<T> {
    return super.match('ALL', path);
  }
}
