# For builds that are always of the same base: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
# In a layer of its own, so that a change of src installs nothing anew; it builds below, and native code comes prebuilt.
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json tsconfig.types.json ./
COPY tools/bundle.ts ./tools/
COPY src ./src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production POSTLEDGER_HOST=0.0.0.0 POSTLEDGER_DATA=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Without engines everything lies in /data, on a local disk: network file systems do not keep SQLite's locks.
RUN mkdir /data && chown node:node /data && chmod +x dist/cli/postledger.js && ln -s /app/dist/cli/postledger.js /usr/local/bin/postledger
USER node
VOLUME /data
EXPOSE 3025
# Node itself is process 1 and gets the signal to stop, which takes fifteen seconds at the longest: `docker stop --time 20`.
# With all roles it starts a second process, and starts that anew when it dies.
CMD ["node", "--disable-sigusr1", "--max-semi-space-size=64", "dist/cli/postledger.js", "serve"]
