# Satchel as a container. It runs as an ordinary user and keeps all data in /data or PostgreSQL.
# `node tools/try-image.ts` runs these steps without a container.
FROM node:24-slim AS build

WORKDIR /build

COPY package.json package-lock.json .npmrc ./
RUN npm ci

COPY tsconfig.json ./
COPY tools/build.ts tools/
COPY tools/build tools/build
COPY src src
RUN npm run build

FROM node:24-slim

WORKDIR /app
ENV NODE_ENV=production

COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force

COPY bin bin
COPY --from=build /build/dist dist
COPY locales locales
COPY migrations migrations
COPY sql sql
COPY LICENSE ./

RUN mkdir /data && chown node:node /data && chmod 700 /data
VOLUME /data
USER node

# Only inside a container: reach it through a proxy on the same network, never directly from outside.
ENV SATCHEL_HOST=0.0.0.0
ENV SATCHEL_DATA_DIR=/data
EXPOSE 3000
STOPSIGNAL SIGTERM

# It asks where SATCHEL_HOST and SATCHEL_PORT say. A process of role worker serves nothing: switch it off there.
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s CMD ["node", "bin/healthcheck.js"]

CMD ["node", "bin/satchel.js", "start"]
